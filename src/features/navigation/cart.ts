import { checkoutPath, paths, storageKeys } from '#config/paths.ts';

/** Stored values, which are checked by hand. A validation schema would be larger than all other scripts of the bar. */
type Stored = Record<string, unknown>;

/** Returns a stored object or list. What is missing or not JSON is an empty object. */
function readStored(key: string): Stored {
  try {
    return toObject(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return {};
  }
}

const toObject = (value: unknown): Stored => Object(value) as Stored;

/**
 * Lists the checkouts of what was chosen in this browser, the newest first. That can be a class with its pass, and a
 * camp.
 */
function chosenItems(): { quantity: number; path: string; at: number; place: unknown }[] {
  const [cart, camp] = [readStored(storageKeys.cart), readStored(storageKeys.campChoice)];
  const path = String(toObject(cart['selectedPass'])['checkoutPath']);
  return [
    {
      quantity: Number(cart['quantity']),
      path: path.startsWith('/') ? path : paths.checkout,
      at: Number(cart['timestamp'] ?? 0),
      place: cart['sessionId'],
    },
    {
      quantity: camp['campId'] ? 1 : 0,
      path: checkoutPath('camp'),
      at: Number(camp['timestamp'] ?? 0),
      place: camp['campId'],
    },
  ]
    .filter(({ quantity }) => quantity > 0)
    .sort((one, other) => other.at - one.at);
}

const isAhead = (time: unknown): boolean => Date.parse(time as string) > Date.now();

/** Returns the held order. A pass without a session is not in the cart, so the order counts as one item. */
const heldOrder = () => {
  const order = readStored(storageKeys.order);
  return isAhead(order['heldUntil']) ? order : null;
};

/** Returns the places of the basket's parts that have not begun. They are booked together (`browser/basket.ts`). */
const basketPlaces = (): unknown[] =>
  Object.values(readStored(storageKeys.basket)).flatMap((part) => {
    const { firstDay, campId, sessionId } = toObject(part);
    const place = campId ?? sessionId;
    return firstDay && (!place || isAhead(`${firstDay as string}T24:00+08:00`)) ? [place] : [];
  });

/** Counts the parts of the basket, and the latest choices that are not in it. */
export function storedQuantity(): number {
  const places = basketPlaces();
  return (
    chosenItems().reduce(
      (sum, { quantity, place }) => sum + (places.includes(place) ? 0 : quantity),
      places.length,
    ) || Number(heldOrder() !== null)
  );
}

/**
 * Opens the payment page in a new tab while it is valid. Otherwise opens our own checkout (decisions "Cart button").
 */
export function openCart(): void {
  const payUrl = heldOrder()?.['payUrl'];
  if (payUrl) open(payUrl as string, '_blank', 'noopener');
  else location.assign((basketPlaces().length > 1 ? null : chosenItems()[0]?.path) ?? paths.checkout);
}
