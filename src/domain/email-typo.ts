/** The e-mail domains of most parents. A library would be larger than a page's script. */
const HOSTS = [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'yahoo.com.sg', 'hotmail.sg'],
  ...['singnet.com.sg', 'starhub.net.sg', 'outlook.sg', 'live.com', 'googlemail.com', 'proton.me'],
];
/** Real domains that look like a mistyped domain from the list above. */
const OTHERS = new Set([
  ...[
    'ymail.com',
    'mail.com',
    'email.com',
    'gmx.com',
    'aol.com',
    'hey.com',
    'live.sg',
    'live.com.sg',
    'live.co.uk',
  ],
  ...['yahoo.sg', 'yahoo.in', 'yahoo.co.in', 'yahoo.co.jp', 'yahoo.co.uk', 'hotmail.co.uk', 'outlook.in'],
]);
const SLIPS_MAX = 2;

/** Returns the address that somebody probably meant by "li@gmial.con", or null. The form only suggests it. */
export function fixEmailTypo(text: string): string | null {
  const [name = '', typed = '', ...more] = text.trim().split('@');
  const host = typed.toLowerCase();
  if (name === '' || more.length > 0 || !host.includes('.')) return null;
  if (HOSTS.includes(host) || OTHERS.has(host)) return null;
  const nearest = HOSTS.map((candidate) => ({ one: candidate, slips: slipsBetween(host, candidate) })).sort(
    (a, b) => a.slips - b.slips,
  )[0];
  return nearest && nearest.slips <= SLIPS_MAX ? `${name}@${nearest.one}` : null;
}

/**
 * Returns the number of letters that were left out, added, replaced or swapped (the optimal string alignment
 * distance).
 */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above = [], before = []] = [rows[i - 1], rows[i - 2]];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]),
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
