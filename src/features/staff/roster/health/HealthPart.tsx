import { useState } from 'react';
import type { Child } from '../model.ts';
import { CallLinks } from './CallLinks.tsx';
import { HealthDetails } from './HealthDetails.tsx';
import { detailWords } from './words.ts';

/** Of one child's row: whom to call, and what is known of its health, which is opened alone. */
export function HealthPart({ child, onOpened }: { child: Child; onOpened: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallLinks child={child} />
      <button
        type="button"
        className="open-health no-print"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? detailWords.close : detailWords.open}: ${child.name}`}
        onClick={() => {
          if (!isOpen) onOpened();
          setIsOpen(!isOpen);
        }}
      >
        {isOpen ? detailWords.close : detailWords.open}
      </button>
      {isOpen && <HealthDetails child={child} />}
    </>
  );
}
