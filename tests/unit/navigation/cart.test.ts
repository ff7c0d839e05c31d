/** Tests the number in the bar's cart, and where the cart leads (spec 1 §2, decisions "Cart button"). */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openCart, storedQuantity } from '#features/navigation/cart.ts';
import { bookedOf } from '#features/navigation/model.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

fakeBrowser();
const assign = vi.fn();
const openWindow = vi.fn();
afterEach(() => {
  assign.mockReset();
  openWindow.mockReset();
});

function press(): void {
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('open', openWindow);
  openCart();
}
const cart = (timestamp: number) =>
  writeStored('otter_cart', { quantity: 1, timestamp, selectedPass: { checkoutPath: '/checkout/flexi' } });
const camp = (timestamp: number) => writeStored('selected_camp_data', { campId: 'c', timestamp });
const order = (payUrl: string | null, seconds = 60) =>
  writeStored('otter_order', { payUrl, heldUntil: new Date(Date.now() + seconds * 1000).toISOString() });

describe('the cart', () => {
  it('counts a class and a camp, and leads to the one chosen last', () => {
    expect(storedQuantity()).toBe(0);
    cart(1);
    expect(storedQuantity()).toBe(1);
    camp(2);
    expect(storedQuantity()).toBe(2);
    press();
    expect(assign).toHaveBeenCalledWith('/checkout/camp');
    cart(3);
    press();
    expect(assign).toHaveBeenLastCalledWith('/checkout/flexi');
  });

  const part = (campId: string, firstDay = '2099-01-01') => ({ campId, sessionId: null, firstDay });

  it('counts the parts of a basket and what was chosen besides, and leads to all of them', () => {
    writeStored('otter_basket', [part('c'), { campId: null, sessionId: null, firstDay: '2020-01-01' }]);
    expect(storedQuantity()).toBe(2);
    camp(2);
    expect(storedQuantity()).toBe(2);
    cart(1);
    expect(storedQuantity()).toBe(3);
    press();
    expect(assign).toHaveBeenCalledWith('/checkout');
  });

  it('counts no part that has begun or that it can’t read', () => {
    writeStored('otter_basket', [part('c'), part('d', '2020-01-01'), null, 'x', {}]);
    expect(storedQuantity()).toBe(1);
    writeStored('otter_basket', 'text');
    expect(storedQuantity()).toBe(0);
  });

  it('counts a pass alone while it is held', () => {
    order(null);
    expect(storedQuantity()).toBe(1);
    press();
    expect(assign).toHaveBeenCalledWith('/checkout');
    order(null, -1);
    expect(storedQuantity()).toBe(0);
  });

  it('opens an active payment page, whatever else was chosen', () => {
    camp(2);
    order('https://pay.test');
    press();
    expect(openWindow).toHaveBeenCalledWith('https://pay.test', '_blank', 'noopener');
    expect(assign).not.toHaveBeenCalled();
  });
});

it.each([
  [null, 0],
  [6, 0],
  [7, 0],
  [4, 2],
  [0, 6],
])('with %s credits left %d of 6 sessions are booked', (left, booked) => expect(bookedOf(left)).toBe(booked));
