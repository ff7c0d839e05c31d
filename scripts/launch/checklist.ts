/** Tasks that no interface can do or check, so a person does them and ticks them off. Setup prints them at its end. */
const checklist: readonly [what: string, link: string][] = [
  ['A lawyer has read the three legal pages.', 'docs/deploying.md'],
  ['The data processing terms of each service are signed.', 'docs/security/personal-data.md'],
  ['Your weekly classes are planned.', '/management/schedule'],
  ['Registered name, address, UEN and GST number are entered.', '/management/settings'],
  ['Marketing staff have roles in Sanity that fit who publishes.', 'https://www.sanity.io/manage'],
  [
    'You have answered Stripe’s questions about PayNow and GrabPay.',
    'https://dashboard.stripe.com/settings/payment_methods',
  ],
  ['Nobody uses Stripe’s own promotion codes.', 'https://dashboard.stripe.com/coupons'],
  ['An external monitor calls both addresses of error-monitor.', 'docs/deploying.md'],
  [
    'In staging, somebody has bought, refunded, renewed, unsubscribed, published a price and restored a backup.',
    'docs/deploying.md',
  ],
  ['The file with the keys is in a password manager.', 'docs/deploying.md'],
];

/** Returns the lines of the checklist. Paths of the site become addresses. */
export function checklistLines(siteUrl: string | undefined): string[] {
  return checklist.map(
    ([what, link]) => `  [ ] ${what} ${link.startsWith('/') ? (siteUrl ?? '') : ''}${link}`,
  );
}
