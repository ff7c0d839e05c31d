interface PassOnSale {
  id: string;
  offerId: string;
  name: string;
  priceCents: number;
  checkoutPath: string;
  ending: string;
}

/**
 * Returns the data of a pass's button. A try-out has no `data-checkout`, because its session is chosen on a separate
 * page.
 */
export function passButtonData({
  id,
  offerId,
  name,
  priceCents,
  checkoutPath,
  ending,
}: PassOnSale): Record<`data-${string}`, string> {
  if (id === 'tryout') return {};
  const query = new URLSearchParams({ offer: offerId, price: String(priceCents), child: 'new' });
  return {
    'data-pass': offerId,
    'data-name': name,
    'data-ending': ending,
    'data-checkout': `${checkoutPath}?${query.toString()}`,
  };
}
