import { Model } from '@kubernetes-models/base';
import * as postgresql from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as gateway from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './deployment';

const groups: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'gateway.networking.k8s.io/v1': gateway,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'postgresql.cnpg.io/v1': postgresql,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
};

/** An object whose fields are noted as they are read, with what is in it. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    unread.add(`${path}/${key}`);
    return [key, watched(one, `${path}/${key}`, unread)];
  });
  const copy = Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(value));
  return new Proxy(copy, {
    get(target, key, receiver) {
      unread.delete(`${path}/${String(key)}`);
      return Reflect.get(target, key, receiver);
    },
  });
}

const isModel = (value: unknown): value is new (data: Manifest) => { validate(): void } =>
  typeof value === 'function' && value.prototype instanceof Model;

/**
 * What the schema of the API says against a document. The schema allows fields that it does not know; as it reads all that it
 * knows, a field that it did not read is one that the API would refuse.
 */
export function faultsOf(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const model = Object.entries(groups[apiVersion] ?? {}).find(([name]) => name === kind)?.[1];
  if (!isModel(model)) return [`${apiVersion} ${kind} is not known`];
  const unread = new Set<string>();
  const document = watched(new model(manifest), '', unread) as InstanceType<typeof model>;
  try {
    document.validate();
  } catch (error) {
    return [(error as Error).message];
  }
  return [...unread].map((path) => `${path} is not known`);
}
