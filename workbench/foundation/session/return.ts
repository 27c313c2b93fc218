import { finishLogin, takeBegun } from './provider-login';
import { readWaysIn } from './settings';
import { keepCredential } from './stored-credential';

const channelName = 'signed-in';

export async function returnFromProvider(): Promise<boolean> {
  const returned = new URLSearchParams(window.location.search);
  if (returned.get('state')?.startsWith('window.')) {
    new BroadcastChannel(channelName).postMessage(window.location.search);
    window.close();
    return false;
  }
  const begun = takeBegun();
  const { login } = await readWaysIn();
  if (!login || !begun) throw new Error('No login was begun in this tab.');
  window.history.replaceState(null, '', begun.wanted);
  keepCredential({ kind: 'token', token: await finishLogin(login, begun, returned) });
  return true;
}

export const returnOfWindow = (signal: AbortSignal): Promise<URLSearchParams> =>
  new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      channel.close();
      resolve(new URLSearchParams(String(data)));
    };
    signal.addEventListener('abort', () => {
      channel.close();
      reject(signal.reason);
    });
  });
