<?php

declare(strict_types=1);

namespace Paylink;

/** Signs a request in version 2, which also covers the idempotency key. */
final class RequestSigner
{
    /**
     * Returns the string to sign. $target is the path with its query exactly as on the request line, $idempotencyKey is
     * empty if the request has none.
     */
    public static function canonical(
        string $method,
        string $target,
        string $timestamp,
        string $body,
        string $idempotencyKey,
    ): string {
        return implode("\n", [$method, $target, $timestamp, hash('sha256', $body), $idempotencyKey]);
    }

    /** Returns the value of X-Signature. */
    public static function signature(#[\SensitiveParameter] string $secretKey, string $canonical): string
    {
        return hash_hmac('sha256', $canonical, $secretKey);
    }
}
