import {
  processSettings,
  readSettings,
  type SettingRule,
  setting,
  type Values,
} from '@consulting/kernel/process';
import { trustedProxies } from './access/client-address';
import { allowedOrigins } from './exchange/cors';
import { upstreamSettings } from './routing/upstream';

const mebibyte = 1024 * 1024;
const perMinute = (fallback: number) => setting.integer(fallback, 0, 1_000_000_000);

const ownSettings = {
  ...processSettings,
  GATEWAY_LISTENERS: setting.integer(1, 1, 64),
  NATS_URL: setting.natsAddress(),
  IDP_AUTH_ENABLED: setting.flag(true),
  IDP_TENANT_ID: setting.optionalText(),
  IDP_CLIENT_ID: setting.optionalText(),
  IDP_DOCS_CLIENT_ID: setting.optionalText(),
  IDP_AUTHORITY: setting.address('https://login.microsoftonline.com'),
  IDP_GROUPS_CLAIM: setting.text('groups'),
  API_KEYS_ENABLED: setting.flag(true),
  CORS_ORIGINS: allowedOrigins,
  TRUSTED_PROXIES: trustedProxies,
  RATE_LIMIT_REQUESTS_PER_MINUTE: perMinute(6000),
  RATE_LIMIT_BULK_PER_MINUTE: perMinute(120),
  RATE_LIMIT_UPLOADS_PER_MINUTE: perMinute(60),
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: perMinute(20),
  METRICS_PUBLIC: setting.flag(false),
  ACCESS_LOG: setting.flag(true),
  BODY_BYTES_MAX: setting.integer(mebibyte, 1024, 1024 * mebibyte),
  BULK_BODY_BYTES_MAX: setting.integer(64 * mebibyte, 1024, 1024 * mebibyte),
  UPLOAD_BYTES_MAX: setting.integer(100 * mebibyte, 1024, 1024 * mebibyte),
};

export const gatewaySettingNames = Object.keys({ ...ownSettings, ...upstreamSettings });

type Rule = SettingRule<typeof ownSettings>;

const isPaired: Rule = {
  of: ['IDP_TENANT_ID', 'IDP_CLIENT_ID'],
  fault: ({ IDP_TENANT_ID, IDP_CLIENT_ID }) =>
    !IDP_TENANT_ID === !IDP_CLIENT_ID
      ? null
      : 'IDP_TENANT_ID and IDP_CLIENT_ID belong together: set both or neither.',
};

const hasWayIn: Rule = {
  of: ['IDP_AUTH_ENABLED', 'IDP_TENANT_ID', 'IDP_CLIENT_ID', 'API_KEYS_ENABLED'],
  fault: ({ IDP_AUTH_ENABLED, IDP_TENANT_ID, IDP_CLIENT_ID, API_KEYS_ENABLED }) =>
    IDP_AUTH_ENABLED && !IDP_TENANT_ID && !IDP_CLIENT_ID && !API_KEYS_ENABLED
      ? 'Nobody could get in: set IDP_TENANT_ID and IDP_CLIENT_ID, or API_KEYS_ENABLED=true, or IDP_AUTH_ENABLED=false.'
      : null,
};

const rules = [isPaired, hasWayIn];

export type GatewaySettings = Values<typeof ownSettings> & { addresses: Record<string, string[]> };

/** @throws SettingError that lists every fault, ways in that nobody could use included */
export function gatewaySettings(environment: Record<string, string | undefined>): GatewaySettings {
  const values = readSettings({ ...ownSettings, ...upstreamSettings }, environment, rules);
  return { ...values, addresses: values as unknown as Record<string, string[]> };
}
