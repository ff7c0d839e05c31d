/** Formats 3800 cents as S$38.00. Other currencies are shown by their code. */
export function formatMoney(cents: number, currency: string): string {
  const amount = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2 }).format(cents / 100);
  return currency === 'sgd' ? `S$${amount}` : `${currency.toUpperCase()} ${amount}`;
}
