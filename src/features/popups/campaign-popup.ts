import { storageKeys } from '#config/paths.ts';
import { campaignShown } from '#config/rare-storage-keys.ts';
import { CAMPAIGN_DELAY_MS, POPUP_TURN_CHECK_MS } from '#config/timing.ts';
import type { Audience, Frequency } from '#config/campaigns.ts';
import { isCrawler } from '#browser/crawler.ts';
import { hasInteracted, mayInterrupt } from '#browser/interruption.ts';
import { overlay } from '#browser/overlay.ts';
import { hasStored, markShown } from '#browser/shown-marks.ts';
import { readText, storesTexts, writeText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';
import type { CampaignId } from './model.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const isFor: Record<Audience, () => boolean> = {
  everyone: () => true,
  visitors: () =>
    !hasStored(storageKeys.auth) && !hasStored(storageKeys.cart) && !hasStored(storageKeys.bookingData),
  families: () => hasStored(storageKeys.auth),
};

/** The page's campaign, which opens automatically. It replaces the welcome chooser and the gate of this visit. */
class CampaignPopup extends PageElement {
  protected override start(signal: AbortSignal): void {
    if (isCrawler(navigator.userAgent) || !this.#mayOpen()) return;
    markShown('session', storageKeys.welcomeSeen);
    markShown('session', storageKeys.gateSeen);
    const isStillWanted = () => !signal.aborted && !hasInteracted() && this.#mayOpen();
    const tryToOpen = () => {
      if (mayInterrupt()) overlay.ask({ wanted: isStillWanted, show: () => this.#show() });
      else if (isStillWanted()) wait(POPUP_TURN_CHECK_MS);
    };
    // Waiting for a frame prevents the popup from opening before the first paint or in a hidden tab.
    const wait = (ms: number) => setTimeout(() => requestAnimationFrame(tryToOpen), ms);
    if (document.readyState === 'complete') wait(CAMPAIGN_DELAY_MS);
    else addEventListener('load', () => wait(CAMPAIGN_DELAY_MS), { signal });
  }

  async #show(): Promise<void> {
    const { showPopup } = await import('./show-popup.ts');
    await showPopup(this.#id, () => writeText(this.#key, String(Date.now()), this.#span));
  }

  /**
   * Returns whether the campaign may open. The page may be older than the end of the campaign. A browser that stores
   * nothing would show it on every page.
   */
  #mayOpen(): boolean {
    const { audience, until = '' } = this.dataset;
    if (Date.now() >= Date.parse(until) || !isFor[audience as Audience]()) return false;
    if (!storesTexts('session') || !storesTexts()) return false;
    const shownAt = Number(readText(this.#key, this.#span));
    return shownAt === 0 || (this.#frequency === 'week' && Date.now() - shownAt >= WEEK_MS);
  }

  get #id(): CampaignId {
    return this.dataset['popup'] as CampaignId;
  }
  get #key(): string {
    return campaignShown + this.#id;
  }
  get #frequency(): Frequency {
    return this.dataset['frequency'] as Frequency;
  }
  get #span() {
    return this.#frequency === 'visit' ? 'session' : 'ever';
  }
}

customElements.define('campaign-popup', CampaignPopup);
