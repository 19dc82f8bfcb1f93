//! How a game ended, for Python.

use pyo3::prelude::*;

/// How a game ended.
///
/// >>> import agon
/// >>> table = agon.Table.replay("tic-tac-toe~seed=0~a1~a2~b1~b2~c1")
/// >>> table.outcome.winner, table.outcome.reason, str(table.outcome)
/// (0, 'line', 'player 1 wins: line')
#[pyclass(frozen, module = "agon")]
pub struct Outcome(pub agon_rules::Outcome);

#[pymethods]
impl Outcome {
    /// The seat that alone has won; `None` in a draw and where several have won.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.winner
    }

    /// Every seat that has won; none in a draw.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        self.0.winners()
    }

    /// The points of every seat, in games with points.
    #[getter]
    fn scores(&self) -> Option<Vec<i32>> {
        self.0.scores.clone()
    }

    /// Why it ended, in one word.
    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    fn __str__(&self) -> String {
        self.0.sentence().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<agon.Outcome {}>", self.0.sentence())
    }
}
