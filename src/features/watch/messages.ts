/** Texts that the specification gives (spec 1 §8). */
export const messages = {
  banner: 'The system is experiencing issues and is currently in recovery mode.',
  notCharged: 'You will NOT be charged for any errors during this time.',
  force: 'Force Refresh',
  entered: 'System is in recovery mode. Some features may be limited.',
  refresh: 'Refresh',
  recovered: 'System recovered successfully.',
  badge: {
    degraded: {
      label: 'Recovery Mode',
      tip: 'The system is automatically recovering from errors. You will not be charged for any issues during this time.',
    },
    watched: {
      label: 'Monitoring',
      tip: 'System health is being monitored. Everything should work normally.',
    },
  },
  region: 'System health',
} as const;
