import { useStore } from '@nanostores/react';
import { useUndoTime } from '../form/children/use-undo-time.ts';
import { messages } from '../messages.ts';
import { partName } from '../purchase/part-name.ts';
import type { Checkout } from '../store.ts';
import type { RemovedPart } from './change-model.ts';

/** Offers for some seconds to put a removed part back, with what was typed of the children who went only there. */
export function UndoPart({ checkout: { changes }, removed }: { checkout: Checkout; removed: RemovedPart }) {
  const row = useUndoTime(changes.$removedPart, removed);
  const isChanging = useStore(changes.$changing);
  return (
    <p className="checkout-removed" role="status" ref={row}>
      {messages.removed(partName(removed.part))}{' '}
      <button
        type="button"
        className="text-button"
        disabled={isChanging}
        onClick={() => void changes.restorePart()}
      >
        {messages.putBack}
      </button>
    </p>
  );
}
