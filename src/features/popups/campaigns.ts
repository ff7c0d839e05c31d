import type { Page } from '#config/pages.ts';
import type { CampaignPopup } from '#content/widgets.ts';

/** A page as a campaign chooses it. `name` is null for a page from blocks. */
interface Place {
  name: string | null;
  path: string;
  popups: Page['popups'];
}

/** Whether it opens on a page: on those that it chose, or on all that sell if it chose none. */
const opensOn = ({ pages, paths, blockPages }: CampaignPopup, { name, path, popups }: Place): boolean =>
  pages.length + blockPages.length === 0
    ? popups?.includes('sells') === true
    : (name !== null && pages.includes(name)) || paths.includes(path);

/** The campaign of a page: the one that began last, so that a page never has two. */
export const campaignOf = (campaigns: readonly CampaignPopup[], place: Place): CampaignPopup | null =>
  campaigns.find((campaign) => opensOn(campaign, place)) ?? null;
