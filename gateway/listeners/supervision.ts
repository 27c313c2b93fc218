import type { Figures } from '@consulting/kernel/process';
import { type CountersFor, ownCounters } from '../limits/counters';

export interface MetricsText {
  text: string;
  contentType: string;
}

export interface Supervision {
  countersFor: CountersFor;
  isReady(): boolean;
  reportRevoked(keyId: string): void;
  onRevoked(hear: (keyId: string) => void): void;
  reportAccessChanged(): void;
  onAccessChanged(hear: () => void): void;
  readMetrics: (() => Promise<MetricsText>) | undefined;
}

export const unsupervised: Supervision = {
  countersFor: ownCounters,
  isReady: () => true,
  reportRevoked: () => {},
  onRevoked: () => {},
  reportAccessChanged: () => {},
  onAccessChanged: () => {},
  readMetrics: undefined,
};

export type FromListener =
  | { kind: 'listening' }
  | { kind: 'revoked'; keyId: string }
  | { kind: 'access changed' }
  | { kind: 'figures'; question: number; figures: Figures }
  | { kind: 'metrics wanted'; question: number };

export type FromSupervisor =
  | { kind: 'ready'; isReady: boolean }
  | { kind: 'revoked'; keyId: string }
  | { kind: 'access changed' }
  | { kind: 'figures wanted'; question: number }
  | { kind: 'metrics'; question: number; metrics: MetricsText };

export const listenerArgument = 'listener';
