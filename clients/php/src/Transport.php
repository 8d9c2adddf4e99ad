<?php

declare(strict_types=1);

namespace Paylink;

/**
 * Sends a request until the service gives its own answer: a bounded number of times, with bounded waits. Each try is
 * signed anew, so a wait cannot make the timestamp too old. For requests that may be repeated only.
 *
 * @internal
 */
final class Transport
{
    private const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
    private const FIRST_BACKOFF_SECONDS = 0.2;
    /** Too many requests, and the three statuses of a service that is briefly unavailable. */
    private const PASSING = [429, 502, 503, 504];

    public function __construct(
        private readonly float $timeoutSeconds,
        private readonly int $maxTries,
        private readonly float $maxWaitSeconds,
    ) {
    }

    /**
     * Returns the first successful answer. The service is asked to hold it back for $heldSeconds. A request that must not
     * be repeated is sent $once.
     *
     * @param \Closure(): list<string> $signedHeaders
     */
    public function send(
        string $method,
        string $url,
        string $body,
        \Closure $signedHeaders,
        int $heldSeconds,
        bool $once = false,
    ): Answer {
        $maxTries = $once ? 1 : $this->maxTries;
        for ($tries = 1;; $tries++) {
            $wait = $this->backoff($tries);
            $answer = $this->sendOnce($method, $url, $body, $signedHeaders(), $this->timeoutSeconds + $heldSeconds);
            if (is_string($answer)) {
                if ($tries >= $maxTries) {
                    throw self::noAnswer($method, $url, $tries, $answer);
                }
            } elseif ($answer->isSuccess()) {
                return $answer;
            } else {
                $refused = $answer->refusal($tries);
                $asked = $refused->retryAfterSeconds() ?? 0;
                if (
                    !in_array($answer->status, self::PASSING, true)
                    || $tries >= $maxTries
                    || $asked > $this->maxWaitSeconds
                ) {
                    throw $refused;
                }
                $wait = max($wait, $asked);
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** Doubles with each try; the random half keeps clients from retrying in step. */
    private function backoff(int $tries): float
    {
        $most = min(self::FIRST_BACKOFF_SECONDS * 2 ** ($tries - 1), $this->maxWaitSeconds);
        return $most * random_int(500, 1000) / 1000;
    }

    /**
     * Returns the answer, or why there is none.
     *
     * @param list<string> $headers
     */
    private function sendOnce(
        string $method,
        string $url,
        string $body,
        #[\SensitiveParameter] array $headers,
        float $timeoutSeconds,
    ): Answer|string {
        $deadline = microtime(true) + $timeoutSeconds;
        // Follows no redirect and uses no proxy, so no other host gets the secret. Verifies certificates by default.
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => [...$headers, 'Connection: close'],
            'content' => $body,
            'protocol_version' => '1.1',
            'follow_location' => 0,
            'max_redirects' => 0,
            'ignore_errors' => true,
            'timeout' => $timeoutSeconds,
            'user_agent' => 'paylink-client-php',
        ]]);
        error_clear_last();
        $stream = @fopen($url, 'rb', false, $context);
        if ($stream === false) {
            if (!filter_var(ini_get('allow_url_fopen'), FILTER_VALIDATE_BOOL)) {
                return 'allow_url_fopen is off in php.ini';
            }
            return microtime(true) >= $deadline ? 'timed out' : self::reason(error_get_last()['message'] ?? '');
        }
        try {
            return self::read($stream, $deadline);
        } finally {
            fclose($stream);
        }
    }

    /** @param resource $stream */
    private static function read($stream, float $deadline): Answer|string
    {
        $lines = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $received = '';
        while (!feof($stream)) {
            $left = $deadline - microtime(true);
            if ($left <= 0) {
                return 'timed out';
            }
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1_000_000));
            $chunk = @fread($stream, 65536);
            if ($chunk === false || stream_get_meta_data($stream)['timed_out']) {
                return $chunk === false ? 'the connection was lost' : 'timed out';
            }
            $received .= $chunk;
            if (strlen($received) > self::MAX_ANSWER_BYTES) {
                return 'the answer is over ' . self::MAX_ANSWER_BYTES . ' bytes';
            }
        }
        $answer = Answer::of($lines, $received);
        $length = $answer->header('content-length');
        if ($length !== null && ctype_digit($length) && strlen($received) < (int) $length) {
            return 'the connection was lost';
        }
        return $answer->status === 0 ? 'the answer is not HTTP' : $answer;
    }

    /** Returns the last part of PHP's own words, which begin with the address and the function. */
    private static function reason(string $message): string
    {
        $parts = explode(': ', $message);
        return $message === '' ? 'no connection' : trim((string) end($parts));
    }

    private static function noAnswer(string $method, string $url, int $tries, string $why): PaymentLinkException
    {
        $where = $method . ' ' . explode('?', $url)[0];
        $counted = $tries . ($tries === 1 ? ' try' : ' tries');
        return new PaymentLinkException("$where: no answer after $counted ($why)", 'NO_ANSWER', tries: $tries);
    }
}
