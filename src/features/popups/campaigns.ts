import type { Page } from '#config/pages.ts';
import type { CampaignPopup } from '#content/widgets.ts';

/** A campaign chooses its pages by these values. `name` is null for a page from blocks. */
interface PageContext {
  name: string | null;
  path: string;
  popups: Page['popups'];
}

/**
 * A campaign opens on the pages that it chose. If it chose none, it opens on all pages that sell
 * something.
 */
const isShownOn = (
  { pages, paths, blockPages }: CampaignPopup,
  { name, path, popups }: PageContext,
): boolean =>
  pages.length + blockPages.length === 0
    ? popups?.includes('sells') === true
    : (name !== null && pages.includes(name)) || paths.includes(path);

/** The list begins with the latest campaign, and a page shows only one. */
export const campaignOf = (campaigns: readonly CampaignPopup[], page: PageContext): CampaignPopup | null =>
  campaigns.find((campaign) => isShownOn(campaign, page)) ?? null;
