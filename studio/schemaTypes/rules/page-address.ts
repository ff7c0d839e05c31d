import { pageAddressForm, siteFolderOf } from '../../../src/config/page-address.ts';
import { plainPath, servedAddress } from '../pages/routes.ts';
import { slugProblem } from '../pages/slug-problem.ts';

/** The addresses of other documents, which this page cannot have. */
export interface TakenAddresses {
  pages: readonly string[];
  redirects: readonly string[];
  /** The addresses of pages as they are published, even if a draft already has another one. */
  livePages?: readonly string[];
}

export function pageAddressProblem(address: string | undefined, taken: TakenAddresses): string | null {
  if (!address) return null;
  const problem = slugProblem(address);
  if (problem) return problem;
  if (!pageAddressForm.test(servedAddress(address)) || servedAddress(address).length > 60)
    return 'Use small letters, digits and single hyphens, such as /june-holidays, and 60 characters or fewer.';
  const path = plainPath(servedAddress(address));
  const folder = siteFolderOf(path);
  if (folder) return `Addresses that start with ${folder} belong to the site itself. Choose another address.`;
  if (taken.pages.includes(path)) return `Another page already has ${path}. Choose another address.`;
  return taken.redirects.includes(path)
    ? `A redirect already leads visitors of ${path} elsewhere. Delete it, or choose another address.`
    : null;
}

/**
 * Returns the address of a copy. `/june-holidays` becomes `/june-holidays-copy`, and that becomes
 * `/june-holidays-copy-2`.
 */
export function copiedAddress(address: string): string {
  const [, start = address, number] = /^(.*-copy)(?:-(\d+))?$/.exec(address) ?? [];
  return start === address && number === undefined && !address.endsWith('-copy')
    ? `${address}-copy`
    : `${start}-${Number(number ?? 1) + 1}`;
}
