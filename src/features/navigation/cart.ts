import { checkoutPath, paths, storageKeys } from '#config/paths.ts';

/** Stored values, which are checked by hand. A validation schema would be larger than all other scripts of the bar. */
type Stored = Record<string, unknown>;

function readValue(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function readStored(key: string): Stored {
  const value = readValue(key);
  return isRecord(value) ? value : {};
}

const isRecord = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

/**
 * Lists the checkouts of what was chosen in this browser, the newest first. That can be a class with its pass, and a
 * camp.
 */
function chosenItems(): { quantity: number; path: string; at: number; place: unknown }[] {
  const [cart, camp] = [readStored(storageKeys.cart), readStored(storageKeys.campChoice)];
  const { selectedPass } = cart;
  const path = isRecord(selectedPass) ? selectedPass['checkoutPath'] : '';
  return [
    {
      quantity: Number(cart['quantity'] ?? 0),
      path: typeof path === 'string' && path.startsWith('/') ? path : paths.checkout,
      at: Number(cart['timestamp'] ?? 0),
      place: cart['sessionId'],
    },
    {
      quantity: Number(typeof camp['campId'] === 'string'),
      path: checkoutPath('camp'),
      at: Number(camp['timestamp'] ?? 0),
      place: camp['campId'],
    },
  ]
    .filter(({ quantity }) => quantity > 0)
    .sort((one, other) => other.at - one.at);
}

/** Returns the held order. A pass without a session is not in the cart, so the order counts as one item. */
const heldOrder = () => {
  const order = readStored(storageKeys.order);
  return Date.parse(String(order['heldUntil'])) > Date.now() ? order : null;
};

/** Returns the parts of the basket that have not begun. They are booked together (`browser/basket.ts`). */
function basketParts(): Stored[] {
  const parts = readValue(storageKeys.basket);
  const isAhead = ({ firstDay, campId, sessionId }: Stored) =>
    !(campId ?? sessionId) || Date.parse(`${firstDay as string}T24:00+08:00`) > Date.now();
  return Array.isArray(parts) ? parts.filter(isRecord).filter(isAhead) : [];
}

/** Counts the parts of the basket, and the latest choices that are not in it. */
export function storedQuantity(): number {
  const parts = basketParts();
  const places = parts.flatMap(({ campId, sessionId }) => [campId, sessionId]);
  const others = chosenItems().filter(({ place }) => !places.includes(place));
  return (
    parts.length + others.reduce((sum, { quantity }) => sum + quantity, 0) || Number(heldOrder() !== null)
  );
}

/**
 * Opens the payment page in a new tab while it is valid. Otherwise opens our own checkout (decisions "Cart button").
 */
export function openCart(): void {
  const order = heldOrder();
  const payUrl = order?.['payUrl'];
  if (typeof payUrl === 'string') open(payUrl, '_blank', 'noopener');
  else location.assign((basketParts().length > 1 ? null : chosenItems()[0]?.path) ?? paths.checkout);
}
