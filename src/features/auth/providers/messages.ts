export const providerMessages = {
  or: 'Or sign in with an account you already have',
  continueWith: (name: string) => `Continue with ${name}`,
  cancelled: 'You cancelled that sign-in. Please choose another way, or try again.',
  usedUp: 'That sign-in has expired or was already used. Please start again.',
  otherBrowser: 'That sign-in was started in another browser or tab. Please start again here.',
  notVerified:
    'That service has not confirmed your e-mail address. Please ask us for a sign-in link by e-mail instead.',
  failed: 'That service did not answer as expected. Please try again, or choose another way to sign in.',
  linkingOff:
    'You can’t add this sign-in here. Please sign out, then sign in with it. If it has the same e-mail address, we’ll add it to this account.',
  taken: 'That sign-in already belongs to another account.',
} as const;

export const identityMessages = {
  title: 'Ways to sign in',
  lead: 'You can sign in with any of these.',
  email: 'E-mail',
  link: (name: string) => `Add ${name}`,
  unlink: 'Remove',
  unlinkName: (name: string) => `Remove ${name}`,
  unlinkWarning: (name: string) => `You will no longer be able to sign in with ${name}.`,
  yes: 'Yes, remove sign-in',
  no: 'Keep sign-in',
  last: 'This is your only way to sign in, so you can’t remove it.',
} as const;

const names: Partial<Record<string, string>> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  kakao: 'Kakao',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  twitter: 'X',
  workos: 'WorkOS',
};
export const providerName = (provider: string): string =>
  provider.startsWith('sso:')
    ? 'Your organisation'
    : (names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1));
