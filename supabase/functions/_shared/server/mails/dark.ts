// The dark colours. Mail programs that do not support styles show all of the light colours instead. Both sets have
// enough contrast (tests/rules/mails/every-mail.test.ts).
export const dark = {
  page: '#0B1512',
  card: '#17221E',
  line: '#3A4843',
  ink: '#F4EEE2',
  quiet: '#C3CCC6',
  link: '#7FD4D2',
  button: '#FF8A55',
  buttonInk: '#101614',
} as const;

export const darkStyles = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  h1, h2, h3, b, th, td, .when, .lead { color: ${dark.ink} !important; }
  p, li, .note { color: ${dark.quiet} !important; }
  a { color: ${dark.link} !important; }
  a.button { background-color: ${dark.button} !important; color: ${dark.buttonInk} !important; }
}`;
