//! What a result is worth to each seat.

use agon_numbers::Payoff;

fn check(payoff: Payoff, scores: &[i32], drawn: bool, expected: &[f64]) {
    let returns = payoff.of_scores(scores, drawn);
    assert_eq!(&returns[..scores.len()], expected, "{payoff:?} {scores:?}");
}

#[test]
fn winners_share_what_the_losers_pay() {
    check(Payoff::Outcome, &[1, 0], false, &[1.0, -1.0]);
    check(Payoff::Outcome, &[0, 0], false, &[0.0, 0.0]);
    check(Payoff::Outcome, &[7, 3], true, &[0.0, 0.0]);
    check(Payoff::Outcome, &[3, 7, 7], false, &[-1.0, 0.5, 0.5]);
    check(Payoff::Outcome, &[3, 7, 1, 0], false, &[-1.0, 3.0, -1.0, -1.0]);
}

#[test]
fn a_margin_is_the_difference_to_the_mean_of_the_others() {
    check(Payoff::Margin, &[9, 4], false, &[5.0, -5.0]);
    check(Payoff::Margin, &[6, 3, 1], false, &[4.0, -0.5, -3.5]);
    check(Payoff::Margin, &[4], false, &[4.0]);
}
