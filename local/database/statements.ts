export interface Statement {
  text: string;
  /** The line of the file on which the statement begins, counted from 1. */
  line: number;
}

/** SQL tokens that may contain a semicolon, or that open or close a block with semicolons inside. */
const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*`,
    // In Postgres comments nest to any depth. Here they nest two levels deep.
    String.raw`/\*(?:(?!\*/|/\*)[\s\S]|/\*(?:(?!\*/)[\s\S])*\*/)*\*/`,
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`(?<!\w)(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>`,
    String.raw`\bbegin\s+atomic\b|\bcase\b|\bend\b`,
    ';',
  ].join('|'),
  'gi',
);

/** Splits an SQL file into statements without semicolons. Empty statements and comments on their own are left out. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  const comments = new Map<number, number>();
  let from = 0;
  let block = 0;
  let line = 1;
  let counted = 0;

  /** Continues from the last position, because files have thousands of statements. */
  const lineOf = (position: number) => {
    for (let at = sql.indexOf('\n', counted); at !== -1 && at < position; at = sql.indexOf('\n', at + 1))
      line++;
    counted = position;
    return line;
  };
  const take = (to: number) => {
    const begin = skipBlank(sql, from, comments);
    const text = sql.slice(begin, to).trim();
    if (begin < to && text) statements.push({ text, line: lineOf(begin) });
    comments.clear();
    from = to + 1;
  };
  for (const { 0: raw, index } of sql.matchAll(TOKEN)) {
    const token = raw.toLowerCase();
    if (token.startsWith('--') || token.startsWith('/*')) comments.set(index, index + token.length);
    else if (token.startsWith('begin') || (token === 'case' && block > 0)) block++;
    else if (token === 'end' && block > 0) block--;
    else if (token === ';' && block === 0) take(index);
  }
  take(sql.length);
  return statements;
}

function skipBlank(sql: string, from: number, comments: Map<number, number>): number {
  for (let at = from; at < sql.length;) {
    const end = comments.get(at);
    if (end === undefined && !/\s/.test(sql.charAt(at))) return at;
    at = end ?? at + 1;
  }
  return sql.length;
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
