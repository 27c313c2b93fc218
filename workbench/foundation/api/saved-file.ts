import { saveFile } from '@consulting/design/controls';
import type { Caller } from './client';
import { refusalOf } from './problem';

const extended = /filename\*=UTF-8''([^;]+)/i;
const plain = /filename="([^"]+)"/i;

export function fileNameOf(response: Response): string {
  const reported = response.headers.get('content-disposition') ?? '';
  const encoded = extended.exec(reported)?.[1];
  return (encoded === undefined ? plain.exec(reported)?.[1] : decodeURIComponent(encoded)) ?? 'download';
}

/** @throws ApiProblem, ConnectionLost */
export async function download({ fetch }: Pick<Caller, 'fetch'>, path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw await refusalOf(response);
  saveFile(await response.blob(), fileNameOf(response));
}
