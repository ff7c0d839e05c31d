import { paths } from '../../../src/config/paths.ts';

const typed = new RegExp(`^${paths.checkout}/[a-z0-9]+(?:-[a-z0-9]+)*$`);

/** Returns why a pass cannot have this address at the checkout, or null. A pass makes its own address there. */
export function checkoutPathProblem(path: string | undefined): string | null {
  if (!path || path === paths.tryOutCheckout || typed.test(path)) return null;
  return `Enter an address at the checkout, such as ${paths.checkout}/term, or ${paths.tryOutCheckout}. Any other address would lead to “Page not found”.`;
}
