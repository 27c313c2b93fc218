import { saveFile } from '@consulting/design/controls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fileNameOf, refusalOf, useCaller } from '../api';

export interface Received {
  fileName: string;
  bytes: number;
  /** `differing` counts figures in the file of a priced return that differ from those of its lines. */
  differing: number;
}

export interface Wanted {
  path: string;
  body?: object | undefined;
}

const sent = (body: object | undefined): RequestInit =>
  body === undefined
    ? {}
    : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

async function bytesOf(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? '';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return new Blob(chunks, { type });
    chunks.push(new Uint8Array(chunk.value));
    received += chunk.value.length;
    onBytes(received);
  }
}

export function useDownload() {
  const caller = useCaller();
  const [bytes, setBytes] = useState(0);
  const stopper = useRef<AbortController>(null);
  const download = useMutation({
    mutationFn: async ({ path, body }: Wanted): Promise<Received | null> => {
      const controller = new AbortController();
      stopper.current = controller;
      setBytes(0);
      try {
        const response = await caller.fetch(path, { ...sent(body), signal: controller.signal });
        if (!response.ok) throw await refusalOf(response);
        const file = await bytesOf(response, setBytes);
        const fileName = fileNameOf(response);
        saveFile(file, fileName);
        const differing = Number(response.headers.get('x-differing') ?? 0);
        return { fileName, bytes: file.size, differing };
      } catch (error) {
        if (controller.signal.aborted) return null;
        throw error;
      }
    },
  });
  return { ...download, bytes, stop: () => stopper.current?.abort() };
}
