interface Sold {
  id: string;
  offerId: string;
  name: string;
  priceCents: number;
  checkoutPath: string;
  ending: string;
}

/**
 * The data attributes of a pass's button for the pass checkout helper. `data-checkout` is our own checkout, where the
 * parent says who the pass is for. A try-out has none, because its session is chosen on its own page.
 */
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
