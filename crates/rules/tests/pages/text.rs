//! Takes a rules page apart: sections, blocks, charts, items, and the backticked spans with the words around them.
//!
//! It knows no game and checks only the shape of the text.

use agon_rules::games;

/// The whole rules page of a game.
pub fn page(id: &str) -> &'static str {
    games::rules(id).expect("a game of that name")
}

/// The text below the only heading that has `title` in it.
pub fn section<'a>(page: &'a str, title: &str) -> &'a str {
    find_section(page, title).unwrap_or_else(|| panic!("no heading has `{title}` in it"))
}

/// The text below the only heading that has `title` in it, if there is one.
pub fn find_section<'a>(page: &'a str, title: &str) -> Option<&'a str> {
    let level = |text: &str| text.bytes().take_while(|byte| *byte == b'#').count();
    let headings = page.match_indices("\n#").map(|(at, _)| &page[at + 1..]);
    let found: Vec<&str> = headings.filter(|text| text.lines().next().unwrap_or_default().contains(title)).collect();
    assert!(found.len() <= 1, "{} headings have `{title}` in them, not one", found.len());
    let found = found.first()?;
    let body = found.split_once('\n').expect("a heading has text below it").1;
    let ends = body.match_indices("\n#").map(|(at, _)| at);
    Some(&body[..{ ends }.find(|at| level(&body[at + 1..]) <= level(found)).unwrap_or(body.len())])
}

/// The parts of a text between empty lines.
pub fn blocks(text: &str) -> Vec<&str> {
    let blocks: Vec<&str> = text.split("\n\n").map(|block| block.trim_matches('\n')).collect();
    for block in &blocks {
        assert!(block.starts_with('|') || !block.contains("\n|"), "an empty line is missing before the table: {block}");
    }
    blocks.into_iter().filter(|block| !block.is_empty()).collect()
}

/// The paragraph or list entry that begins so.
pub fn paragraph(text: &str, begin: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let found: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with(begin)).collect();
    let [at] = found[..] else { panic!("{} lines begin with `{begin}`, not one", found.len()) };
    let more = lines[at + 1..].iter().take_while(|line| !line.is_empty() && !line.starts_with("- "));
    more.fold(lines[at].to_owned(), |text, line| format!("{text}\n{line}"))
}

/// A table of a page.
pub struct Chart<'a> {
    /// the names of the columns
    pub head: Vec<&'a str>,
    /// each line below the head
    pub rows: Vec<Row<'a>>,
}

/// A line of a table.
pub struct Row<'a> {
    /// the line as it stands
    pub line: &'a str,
    /// its cells, as many as the head has
    pub cells: Vec<&'a str>,
}

/// The table that a block is, if it is one. A column of numbers at its left must be 1, 2, 3 and so on.
pub fn chart(block: &str) -> Option<Chart<'_>> {
    block.starts_with('|').then(|| {
        let mut rows = block.lines().map(|line| {
            let inner = line.strip_prefix('|').and_then(|line| line.trim_end().strip_suffix('|'));
            let inner = inner.unwrap_or_else(|| panic!("not a line of a table: {line}"));
            Row { line, cells: inner.split('|').map(str::trim).collect() }
        });
        let head = rows.next().expect("a block is not empty").cells;
        let rule = rows.next().expect("a table has a rule below its head");
        assert!(rule.cells.iter().all(|cell| *cell == "---"), "not the rule of a table: {}", rule.line);
        let rows: Vec<Row> = rows.collect();
        let counted = ["#", "depth"].contains(&head[0]) && head[1] != "1";
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.cells.len(), head.len(), "the number of cells in {}", row.line);
            assert!(!counted || row.cells[0] == (i + 1).to_string(), "not number {}: {}", i + 1, row.line);
        }
        assert!(!rows.is_empty(), "a table without rows: {block}");
        Chart { head, rows }
    })
}

impl<'a> Chart<'a> {
    /// The cell of a row in the column of that name.
    pub fn cell(&self, row: &Row<'a>, name: &str) -> Option<&'a str> {
        self.head.iter().position(|head| *head == name).map(|at| row.cells[at])
    }
}

/// The entries of a numbered list, without their numbers, which must be 1, 2, 3 and so on.
pub fn items(block: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in block.lines() {
        let begin = format!("{}. ", items.len() + 1);
        match (line.strip_prefix(&begin), items.last_mut()) {
            (Some(text), _) => items.push(text.to_owned()),
            (None, Some(last)) if line.starts_with(' ') => *last = format!("{last}\n{line}"),
            _ => panic!("neither the next item nor part of the last: {line}"),
        }
    }
    items
}

/// Running text: words and backticked spans by turns, on one line.
pub struct Prose(Vec<String>);

impl Prose {
    /// Takes a text apart.
    pub fn new(text: &str) -> Self {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts: Vec<String> = line.split('`').map(str::to_owned).collect();
        assert!(parts.len() % 2 == 1, "a backtick is missing: {text}");
        Prose(parts)
    }

    /// How many spans there are.
    pub fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// The words before a span; with `i` = [`len`](Prose::len), the words after the last.
    pub fn before(&self, i: usize) -> &str {
        &self.0[2 * i]
    }

    /// A span.
    pub fn span(&self, i: usize) -> &str {
        &self.0[2 * i + 1]
    }

    /// The words after a span.
    pub fn after(&self, i: usize) -> &str {
        self.before(i + 1)
    }
}

/// The spans of a text.
pub fn spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The inside of a text that is one span and nothing else.
pub fn quoted(text: &str) -> &str {
    let inner = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).filter(|text| !text.contains('`'));
    inner.unwrap_or_else(|| panic!("not one span in backticks: {text}"))
}

/// The whole numbers in a text, in order. Both signs for minus count.
pub fn numbers(text: &str) -> Vec<i64> {
    let plain = text.replace('−', "-");
    plain.split(|c: char| c != '-' && !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}
