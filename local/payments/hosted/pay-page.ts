import { html } from 'hono/html';
import { brand } from '#contract/brand.ts';
import { formatMoney } from '../money.ts';
import { dueNow, dueOf, type Checkout, type Line, type Method } from '../state.ts';
import { layout } from './layout.ts';

const methodNames: Record<Method, { name: string; hint: string }> = {
  card: { name: 'Card', hint: 'Visa ending 4242' },
  paynow: { name: 'PayNow', hint: 'from a banking app' },
  grabpay: { name: 'GrabPay', hint: 'from a Grab wallet' },
};

const clock = new Intl.DateTimeFormat('en-SG', { timeStyle: 'short', timeZone: brand.timeZone });

function lineItem(line: Line, checkout: Checkout) {
  const money = (cents: number) => formatMoney(cents, checkout.currency);
  const days = checkout.plan?.trial_days ?? 0;
  const renewal = `${money(line.unit_amount * line.quantity)} every ${line.every_weeks} weeks`;
  return html`<li>
    <div>
      <p class="item">${line.name}</p>
      ${line.description && html`<p class="small">${line.description}</p>`}
      ${
        line.every_weeks !== null &&
        html`<p class="small">${days > 0 ? `${days} days free, then ${renewal}` : `Renews: ${renewal}`}</p>`
      }
      ${line.quantity > 1 && html`<p class="small">${line.quantity} × ${money(line.unit_amount)}</p>`}
    </div>
    <p class="amount">${money(dueOf(line, checkout))}</p>
  </li>`;
}

function methodChoice(method: Method, checked: boolean) {
  const { name, hint } = methodNames[method];
  return html`<label class="method">
    <input type="radio" name="method" value="${method}" ${checked ? 'checked' : ''} />
    <span>${name}</span> <span class="small">${hint}</span>
  </label>`;
}

function emailField(email: string | null) {
  if (email !== null)
    return html`<p class="field"><span class="label">E-mail</span> <span>${email}</span></p>`;
  return html`<p class="field">
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" autocomplete="email" required />
  </p>`;
}

export function payPage(checkout: Checkout, { declined, nowMs }: { declined: boolean; nowMs: number }) {
  const total = formatMoney(dueNow(checkout), checkout.currency);
  const action = `/c/pay/${checkout.id}`;
  const msLeft = checkout.expires_at * 1000 - nowMs;
  return layout(
    `${declined ? 'Declined – ' : ''}Pay ${brand.name} ${total}`,
    html`<section class="order" aria-labelledby="total">
        <p class="merchant">${brand.name}</p>
        <h1 id="total"><span class="small">To pay</span> ${total}</h1>
        <ul class="lines">
          ${checkout.lines.map((line) => lineItem(line, checkout))}
        </ul>
        <p class="sum"><span>Total</span> <span class="amount">${total}</span></p>
        <p class="small">
          Open until ${clock.format(checkout.expires_at * 1000)} Singapore time
          <span role="timer" data-left-ms="${msLeft}"></span>
        </p>
      </section>
      <form method="post" action="${action}/pay" aria-label="Payment">
        ${
          declined &&
          html`<p class="alert" role="alert">Your card was declined.</p>
            <p class="small">Nothing was charged. Try another card, or another way to pay.</p>`
        }
        ${emailField(checkout.customer_email)}
        <fieldset>
          <legend>Pay with</legend>
          ${checkout.methods.map((method, index) => methodChoice(method, index === 0))}
        </fieldset>
        <button class="pay" type="submit">Pay ${total}</button>
        <div class="pretend">
          ${
            checkout.methods.some((method) => method !== 'card') &&
            html`<p class="small" id="slow">PayNow and GrabPay may need a while:</p>
              <button class="decline" type="submit" name="later" value="yes" aria-describedby="slow">
                Pay, and the bank confirms later
              </button>`
          }
          <p class="small" id="pretend">To see what a refused card does:</p>
          <button
            class="decline"
            type="submit"
            formaction="${action}/decline"
            formnovalidate
            aria-describedby="pretend"
          >
            Card declined
          </button>
        </div>
        ${checkout.cancel_url && html`<a class="back" href="${checkout.cancel_url}">Back to ${brand.name}</a>`}
      </form>`,
  );
}
