import { useState } from 'react';
import { AskParents } from '#ui/staff/health/AskParents.tsx';
import type { AskedAbout } from '#ui/staff/health/messages.ts';
import { askChildDetails } from '#api/ask-details.ts';
import { type Child, type RosterEntry, placeIdOf } from '../model.ts';
import { CallLinks } from './CallLinks.tsx';
import { HealthDetails } from './HealthDetails.tsx';
import { detailMessages } from './messages.ts';

interface Props {
  place: RosterEntry;
  child: Child;
  onOpened: () => void;
}

/** Phone numbers and health in a child's row. Opening the details is logged. */
export function HealthSection({ place, child, onOpened }: Props) {
  const about: AskedAbout = {
    name: child.name,
    title: place.class_type,
    location: place.location,
    day: place.session_date,
  };
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <CallLinks child={child} />
      {child.health.state === 'unknown' && (
        <AskParents
          about={about}
          parents={child.parents}
          onAsk={() => askChildDetails(placeIdOf(place), child.child_id)}
        />
      )}
      <button
        type="button"
        className="open-health no-print"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? detailMessages.close : detailMessages.open}: ${child.name}`}
        onClick={() => {
          if (!isOpen) onOpened();
          setIsOpen(!isOpen);
        }}
      >
        {isOpen ? detailMessages.close : detailMessages.open}
      </button>
      {isOpen && <HealthDetails child={child} />}
    </>
  );
}
