const spot = { parent_name: 'Mei Tan', children: ['Zoe'], session: null, camp: null, is_removed: false };

/** Payloads of the mail to a family about a spot that nobody pays for. */
export const freeSpotMails = (session: object | null, otherSession: object, camp: object): object[] => [
  { ...spot, session },
  { ...spot, camp, is_removed: true },
  // A guest is asked for what is missing, with the link of an earlier order.
  {
    ...spot,
    session,
    left: { session: otherSession, camp: null },
    missing: ['health', 'emergency_contact', 'activity'],
    has_account: false,
    manage_token: 'abc123',
    bring: { classes: ['A bottle of water'], camps: ['A raincoat'] },
  },
  { ...spot, camp, missing: ['activity'], has_account: true },
  { ...spot, camp, missing: ['health'], has_account: false },
];
