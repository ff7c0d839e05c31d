import { AskParents } from '#ui/staff/health/AskParents.tsx';
import type { AskedAbout } from '#ui/staff/health/messages.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { askChildDetails } from '#api/ask-details.ts';
import { type Child, type RosterEntry, placeIdOf } from '../model.ts';
import { CallLinks } from './CallLinks.tsx';
import { callMessages } from './messages.ts';
import { HealthDetails } from './HealthDetails.tsx';

interface Props {
  place: RosterEntry;
  child: Child;
  isOpen: boolean;
}

/** Shows the phone numbers and the child's health. The numbers are always printed. */
export function HealthSection({ place, child, isOpen }: Props) {
  if (!isOpen)
    return (
      <div className="health-panel print-only">
        <CallLinks child={child} />
      </div>
    );
  const about: AskedAbout = {
    name: child.name,
    title: place.class_type,
    location: place.location,
    day: place.session_date,
  };
  return (
    <div className="health-panel">
      <CallLinks child={child} />
      {child.health.state === 'unknown' && (
        <AskParents
          about={about}
          parents={child.parents}
          onAsk={() => askChildDetails(placeIdOf(place), child.child_id)}
        />
      )}
      <HealthDetails child={child} />
      {typeof child.family_id === 'string' && (
        <p className="no-print">
          <a
            href={familyPath(child.family_id, child.child_id)}
            aria-label={callMessages.openFamilyOf(child.name)}
          >
            {callMessages.openFamily}
          </a>
        </p>
      )}
    </div>
  );
}
