export interface Statement {
  text: string;
  /** Line of the file on which it begins, from 1. */
  line: number;
}

/** Everything in SQL that may hide a semicolon, or that opens or closes a block with some. */
const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*|\*/`,
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`(?<!\w)(?<tag>\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\k<tag>`,
    String.raw`\bbegin\s+atomic\b|\bcase\b|\bend\b`,
    ';',
  ].join('|'),
  'gi',
);

/** Cuts a file of SQL into its statements, without their semicolons. Empty ones and lone comments are left out. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  let comment = 0;
  let block = 0;
  const take = (to: number) => {
    const lead = leadingBlank(sql.slice(from, to));
    const text = sql.slice(from + lead, to).trim();
    if (text) statements.push({ text, line: lineAt(sql, from + lead) });
    from = to + 1;
  };
  for (const match of sql.matchAll(TOKEN)) {
    const token = match[0].toLowerCase();
    if (token === '/*') comment++;
    else if (token === '*/') comment--;
    else if (comment > 0) continue;
    else if (token.startsWith('begin') || (token === 'case' && block > 0)) block++;
    else if (token === 'end' && block > 0) block--;
    else if (token === ';' && block === 0) take(match.index);
  }
  take(sql.length);
  return statements;
}

/** Length of the blank and the comments before a statement's first word. */
function leadingBlank(text: string): number {
  const blank = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(text);
  return blank?.[0].length ?? 0;
}

/** Line, from 1, of a place in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
