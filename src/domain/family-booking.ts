import type { FamilyBooking } from '#contract/family.ts';
import { longWhoAndWhere } from '#contract/place-names.ts';

export const bookingName = ({ child, session, session_date, session_time }: FamilyBooking): string =>
  longWhoAndWhere([child.name], {
    session: {
      session_date,
      session_time,
      class_type: session.class_type.name,
      location_name: session.location.name,
    },
  });
