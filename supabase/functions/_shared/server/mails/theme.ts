import type { CSSProperties } from 'react';

// The site's design tokens in a form that mail programs support: inline, no variables, no web fonts.
export const color = {
  ink: '#101614',
  ink2: '#434E49',
  paper: '#FFFDF8',
  sand: '#FBF1E0',
  line: '#E9DCC4',
  riverDeep: '#075E60',
  sunrise: '#FF6B2C',
  mango: '#FFB627',
};

const display = '"Bricolage Grotesque", "Trebuchet MS", "Segoe UI", sans-serif';
const text = 'Figtree, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

export const style = {
  body: { margin: 0, padding: '0 12px', backgroundColor: color.sand, fontFamily: text, color: color.ink },
  page: { width: '100%', maxWidth: 560, margin: '0 auto', padding: '24px 0 32px' },
  /** The header with the name, and a part of the trail that runs through the site. */
  band: { backgroundColor: color.riverDeep, borderRadius: 22, padding: '14px 24px', marginBottom: 16 },
  mark: {
    width: '1%',
    paddingRight: 16,
    whiteSpace: 'nowrap',
    fontFamily: display,
    fontSize: 20,
    lineHeight: '28px',
    fontWeight: 800,
    color: color.paper,
  },
  trail: { margin: 0, border: 'none', borderTop: `3px dashed ${color.mango}` },
  card: {
    backgroundColor: color.paper,
    border: `1px solid ${color.line}`,
    borderRadius: 22,
    padding: '24px 20px',
    marginBottom: 16,
  },
  heading: {
    margin: '0 0 12px',
    fontFamily: display,
    fontSize: 28,
    lineHeight: '34px',
    fontWeight: 800,
    color: color.ink,
  },
  subheading: { margin: '0 0 8px', fontFamily: display, fontSize: 20, lineHeight: '26px', fontWeight: 700 },
  lead: { margin: '0 0 16px', fontSize: 17, lineHeight: '26px', color: color.ink },
  small: { margin: '0 0 8px', fontSize: 14, lineHeight: '21px', color: color.ink2 },
  when: { margin: '0 0 4px', fontSize: 18, lineHeight: '26px', fontWeight: 700, color: color.ink },
  whose: { margin: '0 0 4px', fontSize: 16, lineHeight: '24px', fontWeight: 700, color: color.ink2 },
  fact: { margin: '0 0 2px', fontSize: 16, lineHeight: '24px', color: color.ink2 },
  list: { margin: 0, padding: '0 0 0 20px', color: color.ink2 },
  item: { margin: '0 0 8px', fontSize: 16, lineHeight: '24px' },
  /** Text without a line break: an order number, a deadline. */
  whole: { whiteSpace: 'nowrap' },
  /** How a line's price on the receipt is made up. */
  note: { fontSize: 14, lineHeight: '21px', color: color.ink2 },
  choice: { margin: '0 0 12px', fontSize: 16, lineHeight: '24px', color: color.ink2 },
  session: { borderTop: `1px dashed ${color.line}`, paddingTop: 16, marginTop: 16 },
  button: {
    display: 'inline-block',
    marginTop: 20,
    padding: '14px 24px',
    borderRadius: 999,
    backgroundColor: color.sunrise,
    color: color.ink,
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 700,
    textDecoration: 'none',
  },
  /** Large enough to tap. */
  link: {
    display: 'inline-block',
    padding: '10px 0',
    lineHeight: '24px',
    color: color.riverDeep,
    textDecoration: 'underline',
  },
  table: { width: '100%', borderCollapse: 'collapse' },
  cell: {
    padding: '8px 0',
    fontSize: 16,
    lineHeight: '22px',
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
  },
  amount: {
    padding: '8px 0 8px 12px',
    fontSize: 16,
    lineHeight: '22px',
    textAlign: 'right',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  total: { borderTop: `2px dotted ${color.line}`, fontWeight: 800, fontSize: 20, lineHeight: '28px' },
  footer: { margin: '0 8px', fontSize: 14, lineHeight: '21px', color: color.ink2 },
} satisfies Record<string, CSSProperties>;
