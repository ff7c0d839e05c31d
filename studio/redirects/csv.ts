import type { TakenAddresses } from '../schemaTypes/rules/page-address.ts';
import { redirectFromProblem, redirectToProblem } from '../schemaTypes/rules/redirect.ts';
import { plainPath, servedAddress } from '../schemaTypes/pages/routes.ts';

interface ReadLine {
  /** The number of the line, counted from 1. */
  line: number;
  from: string;
  to: string;
  permanent: boolean;
  /** A text that says why the line is not imported. Null if it is imported. */
  problem: string | null;
}

const heading = /^(?:old|from|source)\b/i;
const temporary = /^(?:302|307|temporary|no|false)$/i;
const redirectTypes = /^(?:301|308|permanent|yes|true|302|307|temporary|no|false|)$/i;

/**
 * Reads lines with an old address, a new address and optionally 301 or 302, separated by commas, semicolons or tabs.
 * `existing` are the addresses in use.
 */
export function readRedirects(text: string, existing: TakenAddresses): ReadLine[] {
  const rows = text
    .split(/\r?\n/)
    .map((row, index) => ({ line: index + 1, cells: cellsOf(row) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (heading.test(rows[0]?.cells[0] ?? '')) rows.shift();
  const all = rows.map(({ line, cells: [from = '', to = '', kind = '', ...more] }) => ({
    line,
    from: pathOnly(from),
    to,
    permanent: !temporary.test(kind),
    isReadable: more.length === 0 && redirectTypes.test(kind),
  }));
  return all.map(({ isReadable, ...row }, index) => {
    const earlier = all.slice(0, index).map(({ from }) => plainPath(servedAddress(from)));
    const others = all
      .filter(({ line, from }) => line !== row.line && redirectFromProblem(from, existing) === null)
      .map(({ from }) => plainPath(servedAddress(from)));
    return { ...row, problem: problemOf(row, isReadable, earlier, others) };
  });

  function problemOf(
    { from, to }: { from: string; to: string },
    isReadable: boolean,
    earlier: readonly string[],
    others: readonly string[],
  ): string | null {
    if (from === '' || to === '') return 'Write the old address, a comma and the new address.';
    if (!isReadable)
      return 'This line has too many parts, or ends with something other than 301 or 302. Write the old address, the new address, and 301 or 302.';
    if (earlier.includes(plainPath(servedAddress(from)))) return 'An earlier line has the same old address.';
    return (
      redirectFromProblem(from, existing) ??
      redirectToProblem(to, from, { ...existing, redirects: [...existing.redirects, ...others] })
    );
  }
}

/** Divides a line into cells, which may be in quotation marks, as spreadsheets write them. */
function cellsOf(row: string): string[] {
  const separator = /[\t;]/.exec(row)?.[0] ?? ',';
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of row) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** Returns the path of an old address. Exports of other systems contain whole URLs. */
const pathOnly = (from: string) => {
  if (!/^https?:\/\//.test(from) || !URL.canParse(from)) return from;
  const { pathname, search } = new URL(from);
  return pathname + search;
};
