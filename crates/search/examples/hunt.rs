//! Scratch.
use agon_search::puzzle::*;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let settings: Vec<(String,String)> = a[2].split(',').filter(|s| !s.is_empty()).map(|p| { let (k,v)=p.split_once('=').unwrap(); (k.into(), v.into()) }).collect();
    let count: usize = a[3].parse().unwrap();
    let seed: u64 = a[4].parse().unwrap();
    let limit: f64 = a[5].parse().unwrap();
    let t = Instant::now();
    let mut hunt = Hunt::default();
    let mut dup = 0;
    while hunt.found.len() < count && t.elapsed().as_secs_f64() < limit && hunt.exhausted().is_none() {
        let o = attempt((&a[1], &settings), (seed, hunt.next), &|| false).unwrap();
        let f = matches!(o, Outcome::Found(_));
        if let Some(p) = hunt.take(o).unwrap() { println!("{p}"); } else if f { dup += 1; }
    }
    let mut g = [0;6];
    hunt.found.iter().for_each(|p| g[p.grade as usize]+=1);
    eprintln!("{} {}: {} puzzles, {} attempts, {dup} alike, {:.1} s, grades {:?}", a[1], a[2], hunt.found.len(), hunt.next, t.elapsed().as_secs_f64(), &g[1..]);
}
