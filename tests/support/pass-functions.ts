/** Functions about passes that signed-in users may call, and why that is safe. */
export const passFunctions = {
  'public.preview_pause': "the own family's pass, or asks for an admin itself",
  'public.pause_pass': "the own family's pass, or asks for an admin itself",
  'public.end_pause': "the own family's pause, or asks for an admin itself",
  'public.move_credits': "the own family's pass and child, or asks for an admin itself",
  'public.claim_make_up': "the own family's booking, or asks for an admin itself",
} as const;
