import type { DocumentPart } from '@consulting/kernel/http';
import { Caller } from '../chaos/caller';
import { seededRandom } from '../chaos/random';
import { Conformance } from '../support/conformance';
import { asCurl } from './curl';
import { type FuzzRequest, makeRequest } from './fuzz-request';
import { ConnectionClosed, HttpConnection } from './http-connection';
import { judge } from './judge';
import { DocumentReader, type Operation } from './operations';
import { Records } from './records';

export interface FuzzOptions {
  /** Address of the gateway. */
  base: string;
  seed: number;
  /** Number of the first request; the same number and seed make the same request. */
  first: number;
  requests: number;
  /** Only operations whose identifier holds the text. */
  only?: string;
  onFinding?: (finding: Finding) => void;
  onProgress?: (number: number) => void;
}

/** A request whose answer the document does not describe. */
interface Finding {
  number: number;
  /** Alike for findings that probably have one cause. */
  kind: string;
  message: string;
  curl: string;
}

export interface Fuzzed {
  findings: Finding[];
  /** Answers by status. */
  statuses: Map<number, number>;
  operations: number;
  /** Operations of which no request succeeded. */
  unreached: string[];
  slowest: { milliseconds: number; request: string };
}

const timeoutMs = 30_000;
const requestsPerSet = 250;
const numbersPerSeed = 1_000_003;

/** Sends requests that are made of the API document with worst values in them, and holds each answer against it. */
export async function runFuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { base, seed, first, requests, only = '' } = options;
  const caller = new Caller(base);
  const document = (await caller.send('GET', '/api/openapi.json')).body as DocumentPart;
  const reader = new DocumentReader(document);
  const conformance = new Conformance(document);
  const all = reader.operations();
  const operations = all.filter(({ id }) => id.includes(only));
  const records = new Records(all);
  const { hostname, port, host } = new URL(base);
  const connection = new HttpConnection(hostname, Number(port), timeoutMs);
  const fuzzed: Fuzzed = {
    findings: [],
    statuses: new Map(),
    operations: operations.length,
    unreached: [],
    slowest: { milliseconds: 0, request: '' },
  };
  const reached = new Set<string>();
  for (let number = first; number < first + requests; number += 1) {
    if ((number - first) % requestsPerSet === 0) await records.makeSet(caller);
    const random = seededRandom(seed * numbersPerSeed + number);
    const request = makeRequest(operations[number % operations.length] as Operation, reader, records, random);
    const message = await send(request, { connection, host, records, conformance, fuzzed, reached });
    if (message !== undefined) {
      const finding = { number, kind: kindOf(request, message), message, curl: asCurl(base, request) };
      fuzzed.findings.push(finding);
      options.onFinding?.(finding);
    }
    options.onProgress?.(number);
  }
  connection.close();
  fuzzed.unreached = operations.map(({ id }) => id).filter((id) => !reached.has(id));
  return fuzzed;
}

interface Sending {
  connection: HttpConnection;
  host: string;
  records: Records;
  conformance: Conformance;
  fuzzed: Fuzzed;
  reached: Set<string>;
}

/** @returns what is wrong with the answer */
async function send(
  request: FuzzRequest,
  { connection, host, ...known }: Sending,
): Promise<string | undefined> {
  const { operation, method, target, body } = request;
  const length: [string, string][] =
    body.length > 0 || method !== 'GET' ? [['content-length', String(body.length)]] : [];
  const headers = [['host', host], ...request.headers, ...length].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const started = performance.now();
  try {
    const answer = await connection.send(
      `${method} ${target} HTTP/1.1\r\n${headers.join('')}\r\n`,
      body,
      method === 'HEAD',
    );
    const milliseconds = performance.now() - started;
    if (milliseconds > known.fuzzed.slowest.milliseconds)
      known.fuzzed.slowest = { milliseconds, request: `${method} ${target.slice(0, 200)}` };
    const { statuses } = known.fuzzed;
    if (answer.status < 300) known.reached.add(operation.id);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (
      answer.body.length > 0 &&
      answer.status < 300 &&
      answer.headers.get('content-type')?.includes('application/json')
    )
      known.records.learn(operation, JSON.parse(answer.body.toString()));
    return judge(request, answer, known.conformance);
  } catch (error) {
    return request.isBroken && error instanceof ConnectionClosed ? undefined : (error as Error).message;
  }
}

/** Identifiers and numbers differ between findings of one cause. */
const kindOf = ({ operation }: FuzzRequest, message: string) =>
  `${operation.id}: ${message
    .split('\n')
    .slice(0, 2)
    .join(' ')
    .replace(/^\S+ \S+ (?=\d{3} )/, '')
    .replace(/[0-9a-f-]{36}/g, '…')
    .slice(0, 200)}`;
