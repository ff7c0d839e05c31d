interface Sold {
  id: string;
  offerId: string;
  name: string;
  priceCents: number;
  checkoutPath: string;
  ending: string;
}

/** The session of a try-out is chosen on a separate page, so a try-out has no `data-checkout`. */
export function passButtonData({
  id,
  offerId,
  name,
  priceCents,
  checkoutPath,
  ending,
}: Sold): Record<`data-${string}`, string> {
  if (id === 'tryout') return {};
  const query = new URLSearchParams({ offer: offerId, price: String(priceCents), child: 'new' });
  return {
    'data-pass': offerId,
    'data-name': name,
    'data-ending': ending,
    'data-checkout': `${checkoutPath}?${query.toString()}`,
  };
}
