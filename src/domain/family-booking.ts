import type { FamilyBooking } from '#contract/family.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';

/** Child, class, place and time: `Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am`. */
export const bookingName = ({ child, session, session_date, session_time }: FamilyBooking): string =>
  longWhoAndWhere([child.name], {
    session: {
      session_date,
      session_time,
      class_type: session.class_type.name,
      location_name: session.location.name,
    },
  });
