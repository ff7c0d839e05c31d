import type { Page } from '#config/pages.ts';
import type { CampaignPopup } from '#content/widgets.ts';

/** The page, as a campaign chooses it. `name` is null for a page made of blocks. */
interface PageContext {
  name: string | null;
  path: string;
  popups: Page['popups'];
}

/**
 * Returns whether a campaign opens on a page. It opens on the pages that it chose. If it chose none, it opens on all
 * pages that sell something.
 */
const isShownOn = (
  { pages, paths, blockPages }: CampaignPopup,
  { name, path, popups }: PageContext,
): boolean =>
  pages.length + blockPages.length === 0
    ? popups?.includes('sells') === true
    : (name !== null && pages.includes(name)) || paths.includes(path);

/** Returns the campaign of a page, which shows only one. The list begins with the latest campaign. */
export const campaignOf = (campaigns: readonly CampaignPopup[], page: PageContext): CampaignPopup | null =>
  campaigns.find((campaign) => isShownOn(campaign, page)) ?? null;
