import { Hono } from 'hono';
import type { OwnRoutes } from './context.ts';

/** `GET /settings` tells screens what the project has switched on. */
export function settingsRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  app.get('/settings', (c) => {
    const { providers, confirmEmail, sms, ssoDomains } = c.env.settings;
    return c.json({
      external: {
        anonymous_users: false,
        apple: false,
        azure: false,
        facebook: false,
        github: false,
        google: false,
        linkedin_oidc: false,
        twitter: false,
        ...Object.fromEntries(providers.map((name) => [name, true])),
        email: true,
        phone: sms,
      },
      disable_signup: false,
      mailer_autoconfirm: !confirmEmail,
      phone_autoconfirm: false,
      sms_provider: sms ? 'twilio' : '',
      saml_enabled: ssoDomains.length > 0,
    });
  });
  return app;
}
