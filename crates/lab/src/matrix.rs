//! The little linear algebra that ratings need.

/// The product of two matrices.
pub fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = b.first().map_or(0, Vec::len);
    let entry = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, other)| x * other[column]).sum();
    a.iter().map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
}

/// The inverse of a small matrix, by elimination with the largest pivot first.
pub fn invert(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs())).unwrap_or(column);
        a.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = a[column][column];
        a[column].iter_mut().chain(inverse[column].iter_mut()).for_each(|x| *x /= scale);
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[row][column];
            for k in 0..n {
                let (x, y) = (a[column][k], inverse[column][k]);
                a[row][k] -= factor * x;
                inverse[row][k] -= factor * y;
            }
        }
    }
    inverse
}
