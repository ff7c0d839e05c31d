import { overlay } from '#browser/overlay.ts';
import { onRaised } from '#browser/window-events.ts';
import { PageElement } from '#ui/page-element.ts';
import { chooserOf } from './chooser.ts';
import type { PopupId } from './model.ts';

export class PopupRequests extends PageElement {
  protected override start(signal: AbortSignal): void {
    const { popups = '', group } = this.dataset;
    onRaised('openWelcomeModal', () => openPopup(chooserOf(popups.split(' '))), signal);
    onRaised('openWhatsAppModal', () => openPopup('whatsapp', () => group && location.assign(group)), signal);
  }
}

const openPopup = (id: PopupId, onFailure?: () => void) =>
  overlay.ask({
    show: () => import('./show-popup.ts').then(({ showPopup }) => showPopup(id)).catch(() => onFailure?.()),
  });

customElements.define('popup-requests', PopupRequests);
