import { authError } from '../auth-error.ts';
import type { AuthService, UserRow } from '../internals.ts';
import { hashOf, makeCode } from '../one-time.ts';
import type { OwnRoutes } from '../context.ts';
import { createUser, objectOf, requireFree } from './create.ts';
import { userView } from './users.ts';

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;
type LinkType = (typeof TYPES)[number];

export const isLinkType = (type: string): type is LinkType => TYPES.some((known) => known === type);

export interface LinkRequest {
  type: LinkType;
  email: string;
  newEmail: string;
  password: string;
  data: unknown;
}

interface Link {
  user: UserRow;
  hash: string;
  code: string;
}

/** Creates a link for an e-mail that our own functions send. Nothing is sent here. */
export async function generateLink(
  { service, settings }: OwnRoutes['Bindings'],
  request: LinkRequest,
  redirectTo: string,
): Promise<object> {
  // As on the hosted service, an unknown address signs up with the link.
  const account = await service.repo.findUserByEmail(request.email);
  const type = request.type === 'magiclink' && !account ? 'signup' : request.type;
  const { user, hash, code } = await makeLink(service, { ...request, type });
  const url = new URL('/auth/v1/verify', settings.apiUrl());
  const verifyType = type.startsWith('email_change') ? 'email_change' : type;
  url.search = new URLSearchParams({ token: hash, type: verifyType, redirect_to: redirectTo }).toString();
  return {
    ...(await userView(service, user)),
    action_link: url.href,
    email_otp: code,
    hashed_token: hash,
    verification_type: type,
    redirect_to: redirectTo,
  };
}

/** Saves the link's token in its account. For `signup` and `invite` it also creates the account. */
export async function makeLink(service: AuthService, request: LinkRequest): Promise<Link> {
  const { type, email, newEmail } = request;
  const user = await accountFor(service, request);
  const { code, hash } = makeCode(email);
  const now = new Date().toISOString();
  if (type === 'signup' || type === 'invite')
    return write({
      confirmation_token: hash,
      confirmation_sent_at: now,
      ...(type === 'invite' && { invited_at: now }),
    });
  if (type === 'magiclink' || type === 'recovery')
    return write({ recovery_token: hash, recovery_sent_at: now });
  await requireFree(service, newEmail);
  const change = { email_change: newEmail, email_change_sent_at: now, email_change_confirm_status: 0 };
  if (type === 'email_change_current') return write({ ...change, email_change_token_current: hash });
  const newHash = hashOf(newEmail, code);
  return write({ ...change, email_change_token_new: newHash }, newHash);

  async function write(changes: Partial<UserRow>, token = hash): Promise<Link> {
    return { user: (await service.repo.updateUser(user.id, changes)) ?? user, hash: token, code };
  }
}

async function accountFor(
  service: AuthService,
  { type, email, password, data }: LinkRequest,
): Promise<UserRow> {
  const user = await service.repo.findUserByEmail(email);
  if (type !== 'signup' && type !== 'invite') {
    if (!user) throw authError(404, 'user_not_found', 'User with this email not found');
    return user;
  }
  if (user?.confirmed_at)
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
  return user ?? createUser(service, { email, password, user_metadata: objectOf(data) });
}
