import { type AuthService, tablesOf } from '../internals.ts';

/** Saves facts about the address in the e-mail identity, which is created if there is none. */
export async function tellIdentity(
  service: AuthService,
  userId: string,
  found: Record<string, unknown>,
): Promise<void> {
  const identities = await service.repo.findIdentitiesByUserId(userId);
  const emailIdentity = identities.find(({ provider }) => provider === 'email');
  if (emailIdentity)
    await service.repo.updateIdentity(emailIdentity.id, {
      identity_data: { ...(emailIdentity.identity_data as object), ...found },
    });
  else
    await service.repo.createIdentity({
      id: crypto.randomUUID(),
      provider: 'email',
      provider_id: userId,
      user_id: userId,
      identity_data: { sub: userId, phone_verified: false, ...found },
    });
  await tablesOf(service)
    .updateTable('identities')
    .set({ updated_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .execute();
}
