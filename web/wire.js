// What comes over the line: JSON, and behind it the arrays it speaks of as `[from, how many bytes]`.
const decoder = new TextDecoder();

export function unpack(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const message = JSON.parse(decoder.decode(new Uint8Array(buffer, 4, length)));
  const begin = 4 + 4 * Math.ceil(length / 4);
  const arrays = {
    floats: ([from, bytes]) => new Float32Array(buffer, begin + from, bytes / 4),
    numbers: ([from, bytes]) => new Uint32Array(buffer, begin + from, bytes / 4),
    bytes: ([from, bytes]) => new Uint8Array(buffer, begin + from, bytes),
  };
  return { message, arrays };
}
