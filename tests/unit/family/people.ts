import type { ParentProfile } from '#contract/family-people.ts';

export const userId = '11111111-1111-4111-8111-111111111111';

/** A parent's own profile as `get_parent_profile` returns it. */
export const profile = (change: Partial<ParentProfile> = {}): ParentProfile => ({
  id: userId,
  family_id: 'family-1',
  name: 'Wei Ming',
  first_name: null,
  last_name: null,
  email: 'wei.ming@example.com',
  phone: '+6591234567',
  secondary_phone: null,
  whatsapp_country_code: null,
  whatsapp_phone: null,
  address: null,
  preferred_language: null,
  communication_method: null,
  special_instructions: null,
  updated_at: '2026-11-20T00:00:00Z',
  health: null,
  emergency_contacts: [{ name: 'Grandma', relationship: 'Grandmother', phone: '+6598765432' }],
  emergency_contact: 'Grandma',
  emergency_phone: '+6598765432',
  pickup_authorization: [],
  terms_accepted: true,
  liability_waiver: false,
  medical_authorization: false,
  photo_consent: false,
  is_primary: true,
  is_secondary: false,
  profile_complete: true,
  verification_status: 'verified',
  ...change,
});
