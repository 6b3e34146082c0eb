"""A typed client of `terrain serve`, over a process of its own.

    with Client.start("terrain", "--pack", "ContentPacks/terrain") as terrain:
        print(terrain.decide(decision="types.thermal", facts={"cold_heat": -4})["value"])
"""
from .errors import NoAnswer, RequestError, ServiceLost, TerrainError
from .client import Client
from .aio import AsyncClient

__all__ = ["AsyncClient", "Client", "NoAnswer", "RequestError", "ServiceLost", "TerrainError"]
