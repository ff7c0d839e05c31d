import { html } from 'hono/html';
import { brand } from '#contract/brand.ts';
import { formatMoney } from '../money.ts';
import { dueNow, type Checkout } from '../state.ts';
import { layout } from './layout.ts';

interface Words {
  heading: string;
  text: string;
  link?: { href: string; label: string };
}

function message({ heading, text, link }: Words) {
  return layout(
    heading,
    html`<section class="message" aria-labelledby="heading">
      <p class="merchant">${brand.name}</p>
      <h1 id="heading">${heading}</h1>
      <p>${text}</p>
      ${link && html`<a class="back" href="${link.href}">${link.label}</a>`}
    </section>`,
  );
}

export function paidPage(checkout: Checkout, successUrl: string) {
  return message({
    heading: 'This is paid',
    text: `${formatMoney(dueNow(checkout), checkout.currency)} was paid to ${brand.name}. There is nothing more to do here.`,
    link: { href: successUrl, label: `Continue to ${brand.name}` },
  });
}

export function waitingPage(checkout: Checkout, successUrl: string) {
  const action = `/c/pay/${checkout.id}/bank`;
  return layout(
    'Payment under way',
    html`<section class="message" aria-labelledby="heading">
      <p class="merchant">${brand.name}</p>
      <h1 id="heading">Your payment is under way</h1>
      <p>${formatMoney(dueNow(checkout), checkout.currency)}: the bank has not confirmed it yet.</p>
      <form method="post" action="${action}">
        <button class="pay" type="submit" name="says" value="yes">Bank confirms</button>
        <button class="decline" type="submit" name="says" value="no">Bank refuses</button>
      </form>
      <a class="back" href="${successUrl}">Continue to ${brand.name}</a>
    </section>`,
  );
}

export function refusedPage(checkout: Checkout) {
  return message({
    heading: 'The bank refused this payment',
    text: 'Nothing was charged.',
    ...(checkout.cancel_url && { link: { href: checkout.cancel_url, label: `Back to ${brand.name}` } }),
  });
}

export function expiredPage(checkout: Checkout) {
  return message({
    heading: 'This payment page has expired',
    text: 'Nothing was charged.',
    ...(checkout.cancel_url && { link: { href: checkout.cancel_url, label: `Back to ${brand.name}` } }),
  });
}

export function unknownPage() {
  return message({
    heading: 'There is no such payment page',
    text: 'The address is incomplete, or the local stack was started over. Nothing was charged.',
  });
}
