const whole = new Intl.NumberFormat('en-SG', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Integer cents to "S$549", or "S$41.75" where there are cents. */
export function formatMoney(cents: number): string {
  const amount = Math.abs(cents) / 100;
  const digits = cents % 100 === 0 ? whole.format(amount) : exact.format(amount);
  return `${cents < 0 ? '− ' : ''}S$${digits}`;
}
