import { checkoutPath, paths, storageKeys } from '#config/paths.ts';

/** Stored values, which are checked by hand. A validation schema would be larger than all other scripts of the bar. */
type Stored = Record<string, unknown>;

function readStored(key: string): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

/**
 * Lists the checkouts of what was chosen in this browser, the newest first. That can be a class with its pass, and a
 * camp.
 */
function chosenItems(): { quantity: number; path: string; at: number }[] {
  const [cart, camp] = [readStored(storageKeys.cart), readStored(storageKeys.campChoice)];
  const { selectedPass } = cart;
  const path = isRecord(selectedPass) ? selectedPass['checkoutPath'] : '';
  return [
    {
      quantity: Number(cart['quantity'] ?? 0),
      path: typeof path === 'string' && path.startsWith('/') ? path : paths.checkout,
      at: Number(cart['timestamp'] ?? 0),
    },
    {
      quantity: Number(typeof camp['campId'] === 'string'),
      path: checkoutPath('camp'),
      at: Number(camp['timestamp'] ?? 0),
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

export const storedQuantity = (): number =>
  chosenItems().reduce((sum, { quantity }) => sum + quantity, 0) || Number(heldOrder() !== null);

/**
 * Opens the payment page in a new tab while it is valid. Otherwise opens our own checkout (decisions "Cart button").
 */
export function openCart(): void {
  const order = heldOrder();
  const payUrl = order?.['payUrl'];
  if (typeof payUrl === 'string') open(payUrl, '_blank', 'noopener');
  else location.assign(chosenItems()[0]?.path ?? paths.checkout);
}
