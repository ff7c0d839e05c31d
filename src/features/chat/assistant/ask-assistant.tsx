import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { adoptStyles } from '#browser/fragment.ts';
import { isOffline } from '#browser/online.ts';
import { publicPath } from '#config/paths.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { PageElement } from '#ui/page-element.ts';
import chipStyles from '#ui/chips.css?inline';
import fieldStyles from '#ui/field.css?inline';
import { loadKnowledge } from './api.ts';
import { Assistant } from './Assistant.tsx';
import styles from './assistant.css?inline';
import { countQuestion } from './count-question.ts';
import { saveTurns, readSavedTurns } from './saved-turns.ts';
import { askModel } from '#api/assistant-model.ts';
import { createConversation } from './store.ts';
import { fetchLiveData, prefetchLiveData } from './live-data.ts';
import { describePage } from './next-steps.ts';

const Guarded = inBoundary(Assistant);
const path = publicPath(location.pathname);
const conversation = createConversation({
  load: loadKnowledge,
  fetchLiveData,
  askModel,
  readSavedTurns,
  saveTurns,
  isOffline,
  count: countQuestion,
  page: describePage(path),
});
adoptStyles(chipStyles + fieldStyles + styles);

/** "Ask the Otter", which is a part of the chooser. It is loaded when a visitor opens it. */
class AskAssistant extends PageElement {
  #root: Root | undefined;

  protected override start(signal: AbortSignal): void {
    const { heading = '', disclosure = '', whatsapp = null, dutyPhone = null, wanted } = this.dataset;
    if (wanted !== undefined) prefetchLiveData();
    const dialog = this.closest('dialog');
    const root = createRoot(this);
    this.#root = root;
    const onOpen = (isOpen: boolean) => dialog?.classList.toggle('asking', isOpen);
    // Rendering is synchronous, because otherwise a tap on the button that it replaces would be lost.
    flushSync(() =>
      root.render(
        <Guarded
          conversation={conversation}
          heading={heading}
          disclosure={disclosure}
          whatsapp={whatsapp}
          dutyPhone={dutyPhone}
          path={path}
          onOpen={onOpen}
          wanted={wanted !== undefined}
        />,
      ),
    );
    signal.addEventListener('abort', () => this.#root?.unmount());
  }
}

customElements.define('ask-assistant', AskAssistant);
